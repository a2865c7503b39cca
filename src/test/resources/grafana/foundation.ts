// What a board is by Grafana's Foundation SDK. A test puts the JSON of each board behind it.
import type { Dashboard, FieldConfig, FieldConfigSource, Panel, RowPanel } from '@grafana/grafana-foundation-sdk/dashboard';
import type * as bargauge from '@grafana/grafana-foundation-sdk/bargauge';
import type { Dataquery } from '@grafana/grafana-foundation-sdk/prometheus';
import type * as stat from '@grafana/grafana-foundation-sdk/stat';
import type * as statetimeline from '@grafana/grafana-foundation-sdk/statetimeline';
import type * as table from '@grafana/grafana-foundation-sdk/table';
import type * as timeseries from '@grafana/grafana-foundation-sdk/timeseries';

/** JSON has the value of an enum's member, not the member. */
type Json<T> = T extends string
  ? `${T}`
  : T extends Array<infer One>
    ? Array<Json<One>>
    : T extends object
      ? { [K in keyof T]: Json<T[K]> }
      : T;

type Defaults<Custom> = Omit<FieldConfig, 'custom'> & { custom?: Partial<Custom> };
type PanelOf<Type, Options, Custom = never> = Omit<Panel, 'type' | 'options' | 'fieldConfig' | 'targets'> & {
  type: Type;
  options: Partial<Options>;
  fieldConfig: Omit<FieldConfigSource, 'defaults'> & { defaults: Defaults<Custom> };
  targets: Array<Omit<Dataquery, '_implementsDataqueryVariant'>>;
};
type Drawn =
  | PanelOf<'timeseries', timeseries.Options, timeseries.FieldConfig>
  | PanelOf<'stat', stat.Options>
  | PanelOf<'bargauge', bargauge.Options>
  | PanelOf<'state-timeline', statetimeline.Options>
  | PanelOf<'table', table.Options, table.FieldConfig>;

/** Grafana's annotations by a query take what the data source's plugin adds to them. */
type Annotation = NonNullable<NonNullable<Dashboard['annotations']>['list']>[number] & {
  titleFormat: string;
  step: string;
};

type Board = Json<
  Omit<Dashboard, 'panels' | 'annotations'> & {
    panels: Array<Drawn | (Omit<RowPanel, 'type'> & { type: 'row' })>;
    annotations: { list: Annotation[] };
  }
>;
