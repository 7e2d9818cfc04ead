import type { TemplateButton } from '../../model/template-button.ts'
import type { PicturePlace } from '../composed-message.ts'

type DefaultTemplate = {
  id: string
  name: string
  content: string
  buttons: TemplateButton[][]
  picture?: PicturePlace
}

const chart: TemplateButton = { kind: 'chart', text: '📈 Gráfico', style: 'primary' }
const copyOf = (what: string, key: string): TemplateButton => ({
  kind: 'copy',
  text: `Copiar ${what}`,
  value: `{{${key}}}`,
})

/** The templates of a new account. */
export const defaultTemplates: DefaultTemplate[] = [
  {
    id: 'default-signal',
    name: 'Señal Básica de TradingView',
    content: `🔔 **{{symbol}}** · **{{side | mayúsculas}}**

Precio: \`{{price | miles}}\`
Mercado: {{exchange}}
Temporalidad: {{timeframe}}
{{#if strategy_name}}
Estrategia: {{strategy_name}}
{{/if}}
{{#if notes}}

> {{notes}}
{{/if}}

{{#if symbol}}
[Ver gráfico](https://es.tradingview.com/chart/?symbol={{#if exchange}}{{exchange}}:{{/if}}{{symbol}})
{{/if}}`,
    buttons: [[chart, copyOf('precio', 'price')]],
  },
  {
    id: 'simple-alert',
    name: 'Alerta Simple',
    content: `🔔 **{{alert_name}}**
{{symbol}} a \`{{price | miles}}\`
{{#if notes}}
_{{notes}}_
{{/if}}`,
    buttons: [[chart, copyOf('precio', 'price')]],
  },
  {
    id: 'detailed-strategy',
    name: 'Estrategia Detallada',
    content: `📈 **{{strategy_name}}**
{{symbol}} · {{exchange}} · {{timeframe}}

Orden: **{{action | mayúsculas}}** {{contracts}}
Precio: \`{{price | miles}}\`
{{#if position_size}}
Posición: {{position_size}}{{#if market_position}} ({{market_position}}){{/if}}
{{/if}}
{{#if stop_loss}}
Stop: \`{{stop_loss | miles}}\`
{{/if}}
{{#if take_profit}}
Objetivo: \`{{take_profit | miles}}\`
{{/if}}
{{#if comment}}

> {{comment}}
{{/if}}

_{{connection_name}}_ · {{timestamp | fecha | hora}}`,
    buttons: [
      [
        chart,
        {
          kind: 'copy',
          text: 'Copiar orden',
          value: '{{action}} {{contracts}} {{symbol}} @ {{price}}',
        },
      ],
      [copyOf('stop', 'stop_loss'), copyOf('objetivo', 'take_profit')],
    ],
  },
  {
    id: 'indicator-crossing',
    name: 'Cruce de Indicadores',
    content: `🔀 **{{symbol}}** · {{timeframe}}
Cruce de **{{indicator}}**{{#if direction}}: {{direction}}{{/if}}

Precio: \`{{price | miles}}\`
{{#if plot_0}}
Línea 1: \`{{plot_0 | miles}}\`
{{/if}}
{{#if plot_1}}
Línea 2: \`{{plot_1 | miles}}\`
{{/if}}

{{#if symbol}}
[Ver gráfico](https://es.tradingview.com/chart/?symbol={{symbol}})
{{/if}}`,
    buttons: [[chart, copyOf('precio', 'price')]],
  },
  {
    id: 'volume-spike',
    name: 'Pico de Volumen',
    content: `📊 **Pico de volumen en {{symbol}}**

Volumen: \`{{volume | miles}}\`
{{#if average_volume}}
Media: \`{{average_volume | miles}}\`
{{/if}}
Precio: \`{{price | miles}}\`
Temporalidad: {{timeframe}}
{{#if notes}}

> {{notes}}
{{/if}}`,
    buttons: [[chart, copyOf('precio', 'price')]],
  },
  {
    id: 'price-level-breach',
    name: 'Ruptura de Nivel',
    content: `🚧 **{{symbol}}** rompe \`{{level | miles}}\`
{{#if direction}}
Dirección: {{direction}}
{{/if}}
Precio: \`{{price | miles}}\` · {{timeframe}}
{{#if notes}}

> {{notes}}
{{/if}}

{{timestamp | fecha | hora}}`,
    buttons: [[chart, copyOf('nivel', 'level')]],
  },
  {
    id: 'news-event',
    name: 'Evento de Noticias',
    content: `<b>📰 {{title}}</b>
{{#if symbol}}
<i>{{symbol}}</i>
{{/if}}
{{#if summary}}

<blockquote>{{{summary}}}</blockquote>
{{/if}}
{{#if url}}

<a href="{{url}}">Leer la noticia</a>
{{/if}}

<i>{{timestamp | hace}}</i>`,
    buttons: [[chart]],
    picture: 'above',
  },
  {
    id: 'json-dump',
    name: 'Volcado JSON',
    content: `📦 **{{alert_name}}** · {{timestamp | fecha | hora}}

\`\`\`json
{{payload}}
\`\`\``,
    buttons: [],
  },
  {
    id: 'minimalist-signal',
    name: 'Señal Minimalista',
    content: '**{{symbol}}** {{side | mayúsculas}} @ `{{price | miles}}`',
    buttons: [[chart]],
  },
  {
    id: 'error-notification',
    name: 'Notificación de Error',
    content: `⚠️ **Error en {{connection_name}}**
{{#if symbol}}
Símbolo: {{symbol}}
{{/if}}
{{#if error_code}}
Código: \`{{error_code}}\`
{{/if}}

> {{error_message}}

{{timestamp | fecha | hora}}`,
    buttons: [[copyOf('código', 'error_code'), copyOf('error', 'error_message')]],
  },
]
