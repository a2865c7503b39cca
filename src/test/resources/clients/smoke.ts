// A client made from the OpenAPI document: types by openapi-typescript, calls by openapi-fetch.
import createClient from "openapi-fetch";
import type { paths } from "./api";

declare const process: { argv: string[]; exit(code: number): never };

const [url, token] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl: url, headers: { Authorization: `Bearer ${token}` } });
const port = { device: "gpu01", port: "Ethernet1/7" };

function must(good: boolean, what: string): void {
  if (!good) {
    console.log(`failed: ${what}`);
    process.exit(1);
  }
}

const status = await client.GET("/api/v1/status");
must(status.data?.host === "gpu01", "status");
const ports = await client.GET("/api/v1/ports", { params: { query: { limit: 1 } } });
must(ports.data?.items.length === 1 && ports.data.next !== undefined, "a page of ports");

const before = await client.GET("/api/v1/ports/{device}/{port}/pfc", { params: { path: port } });
must(before.data?.port === "gpu01:Ethernet1/7", "a port with a slash, which the client encodes");
const etag = before.response.headers.get("ETag") ?? "";
const put = await client.PUT("/api/v1/ports/{device}/{port}/pfc", {
  params: { path: port, header: { "If-Match": etag, Prefer: "wait=5" } },
  body: { lossless: [3] },
});
must(put.response.status === 202, "a PUT begins a commit");
const id = (put.data as { id: string }).id;
const confirmed = await client.POST("/api/v1/commits/{id}:confirm", { params: { path: { id } }, body: {} });
must(confirmed.data?.state === "confirmed", "confirm");
const again = await client.PUT("/api/v1/ports/{device}/{port}/pfc", {
  params: { path: port, header: { "If-Match": "*" } },
  body: { lossless: [3] },
});
must(again.response.status === 200, "the same PUT again changes nothing");

const patch = await client.PATCH("/api/v1/intent", {
  params: { header: { "If-Match": "*" }, query: { dryRun: true } },
  headers: { "Content-Type": "application/merge-patch+json" },
  body: { "gpu01:Ethernet1/7": { pfc: null } },
});
must(patch.response.status === 200, "a merge patch");
const bad = await client.GET("/api/v1/commits", { params: { query: { before: "x" } } });
must(bad.error?.errors?.[0]?.field === "before", "a problem names the field");
console.log("smoke: good");
