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

Precio: {{price | miles}}
Mercado: {{exchange}}
Temporalidad: {{timeframe}}
{{#if strategy_name}}
Estrategia: {{strategy_name}}
{{/if}}

{{#if symbol}}
[Ver gráfico](https://es.tradingview.com/chart/?symbol={{#if exchange}}{{exchange}}:{{/if}}{{symbol}})
{{/if}}
{{#if notes}}

> {{notes}}
{{/if}}`,
    buttons: [[chart, copyOf('precio', 'price')]],
  },
  {
    id: 'simple-alert',
    name: 'Alerta Simple',
    content: `🔔 **{{alert_name}}**
{{symbol}} · {{price | miles}}
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
Precio: {{price | miles}}
{{#if position_size}}
Posición: {{position_size}}{{#if market_position}} ({{market_position}}){{/if}}
{{/if}}
{{#if stop_loss}}
Stop: {{stop_loss | miles}}
{{/if}}
{{#if take_profit}}
Objetivo: {{take_profit | miles}}
{{/if}}

_{{connection_name}}_ · {{timestamp | fecha | hora}}
{{#if comment}}

> {{comment}}
{{/if}}`,
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
Cruce: **{{indicator}}**{{#if direction}} · {{direction}}{{/if}}

Precio: {{price | miles}}
{{#if plot_0}}
Línea 1: {{plot_0 | miles}}
{{/if}}
{{#if plot_1}}
Línea 2: {{plot_1 | miles}}
{{/if}}

{{#if symbol}}
[Ver gráfico](https://es.tradingview.com/chart/?symbol={{symbol}})
{{/if}}`,
    buttons: [[chart, copyOf('precio', 'price')]],
  },
  {
    id: 'volume-spike',
    name: 'Pico de Volumen',
    content: `📊 **Pico de volumen**
**{{symbol}}** · {{timeframe}}

Volumen: {{volume | miles}}
{{#if average_volume}}
Media: {{average_volume | miles}}
{{/if}}
Precio: {{price | miles}}
{{#if notes}}

> {{notes}}
{{/if}}`,
    buttons: [[chart, copyOf('precio', 'price')]],
  },
  {
    id: 'price-level-breach',
    name: 'Ruptura de Nivel',
    content: `🚧 **{{symbol}}** · {{timeframe}}

Nivel roto: {{level | miles}}
{{#if direction}}
Dirección: {{direction}}
{{/if}}
Precio: {{price | miles}}

{{timestamp | fecha | hora}}
{{#if notes}}

> {{notes}}
{{/if}}`,
    buttons: [[chart, copyOf('nivel', 'level')]],
  },
  {
    id: 'news-event',
    name: 'Evento de Noticias',
    content: `<b>📰 {{title}}</b>
{{#if symbol}}
<i>{{symbol}}</i>
{{/if}}
<i>{{timestamp | hace}}</i>
{{#if url}}

<a href="{{url}}">Leer la noticia</a>
{{/if}}

<blockquote>{{{summary}}}</blockquote>`,
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
    content: '**{{symbol}}** · {{side | mayúsculas}} · {{price | miles}}',
    buttons: [[chart]],
  },
  {
    id: 'error-notification',
    name: 'Notificación de Error',
    content: `⚠️ **Error en {{connection_name}}**
Símbolo: {{symbol}}
Código: \`{{error_code}}\`

{{timestamp | fecha | hora}}

> {{error_message}}`,
    buttons: [[copyOf('código', 'error_code'), copyOf('error', 'error_message')]],
  },
]
