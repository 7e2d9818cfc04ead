/** The templates of a new account. */
export const defaultTemplates: { id: string; name: string; content: string }[] = [
  {
    id: 'default-signal',
    name: 'Señal Básica de TradingView',
    content: `🔔 **{{symbol}}** · **{{side}}**

Precio: \`{{price}}\`
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
  },
  {
    id: 'simple-alert',
    name: 'Alerta Simple',
    content: `🔔 **{{alert_name}}**
{{symbol}} a \`{{price}}\`
{{#if notes}}
_{{notes}}_
{{/if}}`,
  },
  {
    id: 'detailed-strategy',
    name: 'Estrategia Detallada',
    content: `📈 **{{strategy_name}}**
{{symbol}} · {{exchange}} · {{timeframe}}

Orden: **{{action}}** {{contracts}}
Precio: \`{{price}}\`
{{#if position_size}}
Posición: {{position_size}}{{#if market_position}} ({{market_position}}){{/if}}
{{/if}}
{{#if stop_loss}}
Stop: \`{{stop_loss}}\`
{{/if}}
{{#if take_profit}}
Objetivo: \`{{take_profit}}\`
{{/if}}
{{#if comment}}

> {{comment}}
{{/if}}

_{{connection_name}} · {{timestamp}}_`,
  },
  {
    id: 'indicator-crossing',
    name: 'Cruce de Indicadores',
    content: `🔀 **{{symbol}}** · {{timeframe}}
Cruce de **{{indicator}}**{{#if direction}}: {{direction}}{{/if}}

Precio: \`{{price}}\`
{{#if plot_0}}
Línea 1: \`{{plot_0}}\`
{{/if}}
{{#if plot_1}}
Línea 2: \`{{plot_1}}\`
{{/if}}

{{#if symbol}}
[Ver gráfico](https://es.tradingview.com/chart/?symbol={{symbol}})
{{/if}}`,
  },
  {
    id: 'volume-spike',
    name: 'Pico de Volumen',
    content: `📊 **Pico de volumen en {{symbol}}**

Volumen: \`{{volume}}\`
{{#if average_volume}}
Media: \`{{average_volume}}\`
{{/if}}
Precio: \`{{price}}\`
Temporalidad: {{timeframe}}
{{#if notes}}

> {{notes}}
{{/if}}`,
  },
  {
    id: 'price-level-breach',
    name: 'Ruptura de Nivel',
    content: `🚧 **{{symbol}}** rompe \`{{level}}\`
{{#if direction}}
Dirección: {{direction}}
{{/if}}
Precio: \`{{price}}\` · {{timeframe}}
{{#if notes}}

> {{notes}}
{{/if}}

_{{timestamp}}_`,
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

<i>{{timestamp}}</i>`,
  },
  {
    id: 'json-dump',
    name: 'Volcado JSON',
    content: `📦 **{{alert_name}}** · {{timestamp}}

\`\`\`json
{{payload}}
\`\`\``,
  },
  {
    id: 'minimalist-signal',
    name: 'Señal Minimalista',
    content: '**{{symbol}}** {{side}} @ `{{price}}`',
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

_{{timestamp}}_`,
  },
]
