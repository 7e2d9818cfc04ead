import type { Template } from '#shared/model/template.ts'

/** Marta's own templates, in addition to the ten that every account begins with. */
export const demoTemplates: readonly Pick<Template, 'id' | 'name' | 'content' | 'buttons'>[] = [
  {
    id: 'entrada-de-scalping',
    name: 'Entrada de Scalping',
    content: `⚡️ **{{alert_name}}**
{{symbol}} · {{side | mayúsculas}} a \`{{price | miles}}\` · {{timeframe}}

Stop: \`{{stop | miles}}\`
Objetivo: \`{{target | miles}}\`
{{#if rsi}}
RSI: {{rsi | 1}}
{{/if}}
{{#if notes}}

> {{notes}}
{{/if}}`,
    buttons: [
      [
        { kind: 'chart', text: '📈 Gráfico', style: 'primary' },
        { kind: 'copy', text: 'Copiar precio', value: '{{price}}' },
      ],
      [
        { kind: 'copy', text: 'Copiar stop', value: '{{stop}}', style: 'danger' },
        { kind: 'copy', text: 'Copiar objetivo', value: '{{target}}', style: 'success' },
      ],
    ],
  },
  {
    id: 'dato-macroeconomico',
    name: 'Dato Macroeconómico',
    content: `📅 **{{alert_name}}**
{{source}}

Dato: **{{actual}}** ({{forecast}})
Anterior: {{previous}}

{{timestamp | fecha | hora}}`,
    buttons: [],
  },
  {
    id: 'cierre-de-sesion',
    name: 'Cierre de Sesión',
    content: `<b>🔔 Cierre de {{symbol}}</b>

Último: <code>{{close}}</code>
Máximo: <code>{{high}}</code>
Mínimo: <code>{{low}}</code>

<i>{{timestamp | fecha | hora}}</i>`,
    buttons: [[{ kind: 'chart', text: '📈 Gráfico', style: 'primary' }]],
  },
]
