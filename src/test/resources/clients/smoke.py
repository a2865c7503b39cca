"""A client made from the OpenAPI document by openapi-generator (-g python)."""

import sys

import losslessd_client as api
from losslessd_client.rest import ApiException

url, token = sys.argv[1:]
client = api.ApiClient(api.Configuration(host=url, access_token=token))
DEVICE, PORT = "gpu01", "Ethernet1/7"


def must(good, what):
    if not good:
        sys.exit("failed: " + what)


must(api.DaemonApi(client).get_status().host == "gpu01", "status")
page = api.PortsApi(client).list_ports(limit=1)
must(len(page.items) == 1 and page.next, "a page of ports")

ports = api.PortsApi(client)
before = ports.get_port_pfc_with_http_info(DEVICE, PORT)
must(before.data.port == "gpu01:Ethernet1/7", "a port with a slash, which the client encodes")
put = ports.set_port_pfc_with_http_info(
    DEVICE, PORT, before.headers["ETag"], api.SettingPfc(lossless=[3]), prefer="wait=5"
)
must(put.status_code == 202, "a PUT begins a commit")
commit = put.headers["Location"].rsplit("/", 1)[1]
confirmed = api.CommitsApi(client).confirm_commit(commit, {})
must(confirmed.state == "confirmed", "confirm")
again = ports.set_port_pfc_with_http_info(DEVICE, PORT, "*", api.SettingPfc(lossless=[3]))
must(again.status_code == 200, "the same PUT again changes nothing")
intent = api.IntentApi(client).patch_intent_with_http_info(
    "*", {"gpu01:Ethernet1/7": {"pfc": None}}, dry_run=True
)
must(intent.status_code == 200, "a merge patch")
try:
    api.CommitsApi(client).list_commits(before="x")
    must(False, "a wrong cursor is refused")
except ApiException as refused:
    must('"field":"before"' in refused.body, "a problem names the field")
print("smoke: good")
