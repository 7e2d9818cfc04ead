import type { Template } from '#shared/model/template.ts'

/** What Marta wrote herself, beside the ten that every account begins with. */
export const demoTemplates: readonly Pick<Template, 'id' | 'name' | 'content'>[] = [
  {
    id: 'entrada-de-scalping',
    name: 'Entrada de Scalping',
    content: `⚡️ **{{alert_name}}**
{{symbol}} · {{side}} a \`{{price}}\` · {{timeframe}}

Stop: \`{{stop}}\`
Objetivo: \`{{target}}\`
{{#if rsi}}
RSI: {{rsi}}
{{/if}}
{{#if notes}}

> {{notes}}
{{/if}}`,
  },
  {
    id: 'dato-macroeconomico',
    name: 'Dato Macroeconómico',
    content: `📅 **{{alert_name}}**
{{source}}

Dato: **{{actual}}** ({{forecast}})
Anterior: {{previous}}

_{{timestamp}}_`,
  },
  {
    id: 'cierre-de-sesion',
    name: 'Cierre de Sesión',
    content: `<b>🔔 Cierre de {{symbol}}</b>

Último: <code>{{close}}</code>
Máximo: <code>{{high}}</code>
Mínimo: <code>{{low}}</code>

<i>{{timestamp}}</i>`,
  },
]
