// What a board is by Grafana's own types. A test puts the JSON of each board behind it.
import type { Dashboard, DataQuery, FieldConfig, FieldConfigSource, Panel, RowPanel, TableFieldOptions } from '@grafana/schema';
import type { Options as BarGauge } from '@grafana/schema/dist/types/raw/composable/bargauge/panelcfg/x/BarGaugePanelCfg_types.gen.d.ts';
import type { Options as Stat } from '@grafana/schema/dist/types/raw/composable/stat/panelcfg/x/StatPanelCfg_types.gen.d.ts';
import type { Options as StateTimeline } from '@grafana/schema/dist/types/raw/composable/statetimeline/panelcfg/x/StateTimelinePanelCfg_types.gen.d.ts';
import type { Options as Table } from '@grafana/schema/dist/types/raw/composable/table/panelcfg/x/TablePanelCfg_types.gen.d.ts';
import type {
  FieldConfig as Lines,
  Options as TimeSeries,
} from '@grafana/schema/dist/types/raw/composable/timeseries/panelcfg/x/TimeSeriesPanelCfg_types.gen.d.ts';

/** JSON has the value of an enum's member, not the member. */
type Json<T> = T extends string
  ? `${T}`
  : T extends Array<infer One>
    ? Array<Json<One>>
    : T extends object
      ? { [K in keyof T]: Json<T[K]> }
      : T;

/** Query of a Prometheus data source, whose types are not in the package. */
type Query = DataQuery & {
  expr: string;
  legendFormat: string;
  editorMode: 'code';
  range: boolean;
  instant?: boolean;
  format?: 'table';
};

type Defaults<Custom> = Omit<FieldConfig, 'custom'> & { custom?: Custom };
type Fields<Custom> = Omit<FieldConfigSource, 'defaults'> & { defaults: Defaults<Custom> };
type PanelOf<Type, Options, Custom = never> = Omit<Panel, 'type' | 'options' | 'fieldConfig' | 'targets'> & {
  type: Type;
  options: Partial<Options>;
  fieldConfig: Fields<Custom>;
  targets: Query[];
};
type Drawn =
  | PanelOf<'timeseries', TimeSeries, Lines>
  | PanelOf<'stat', Stat>
  | PanelOf<'bargauge', BarGauge>
  | PanelOf<'state-timeline', StateTimeline>
  | PanelOf<'table', Table, Partial<TableFieldOptions>>;

/** Grafana's annotations by a query take what the data source's plugin adds to them. */
type Annotation = NonNullable<NonNullable<Dashboard['annotations']>['list']>[number] & {
  expr: string;
  titleFormat: string;
  step: string;
};
type Variable = NonNullable<NonNullable<Dashboard['templating']>['list']>[number] & { definition?: string };

type Board = Json<
  Omit<Dashboard, 'panels' | 'annotations' | 'templating'> & {
    panels: Array<Drawn | (Omit<RowPanel, 'type'> & { type: 'row' })>;
    annotations: { list: Annotation[] };
    templating: { list: Variable[] };
  }
>;
