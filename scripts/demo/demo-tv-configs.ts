import type { TvConfigDraft } from '#shared/model/tv-config.ts'

/** Alerts that Marta set up in TradingView. */
export const demoTvConfigs: readonly (Omit<TvConfigDraft, 'expiresOn'> & {
  id: string
  /** Days until it expires in TradingView, if noted. */
  expiresInDays?: number
})[] = [
  {
    id: 'k3Vb9XmQ2sTz',
    expiresInDays: 2,
    name: 'Cruce EMA 9/21 al alza',
    connectionId: 'c7Kq9xVbT2mNf4RzLw8HpA',
    templateFields: {
      alert_name: 'Cruce alcista EMA 9/21',
      symbol: '{{ticker}}',
      side: 'buy',
      price: '{{close}}',
      timeframe: '{{interval}}',
      stop: '{{plot_0}}',
      target: '{{plot_1}}',
      rsi: '{{plot_2}}',
      notes: 'Volumen por encima de la media',
    },
    tradingViewConditionNotes: 'EMA 9 cruza hacia arriba EMA 21, BTCUSDT 5 minutos.',
    tradingViewFrequencyNotes: 'Una vez por cierre de barra.',
  },
  {
    id: 'w8Rn4LpY6dHc',
    expiresInDays: 26,
    name: 'Cruce EMA 9/21 a la baja',
    connectionId: 'c7Kq9xVbT2mNf4RzLw8HpA',
    templateFields: {
      alert_name: 'Cruce bajista EMA 9/21',
      symbol: '{{ticker}}',
      side: 'sell',
      price: '{{close}}',
      timeframe: '{{interval}}',
      stop: '{{plot_0}}',
      target: '{{plot_1}}',
      rsi: '{{plot_2}}',
      notes: '',
    },
    tradingViewConditionNotes: 'EMA 9 cruza hacia abajo EMA 21, BTCUSDT 5 minutos.',
    tradingViewFrequencyNotes: 'Una vez por cierre de barra.',
  },
  {
    id: 'f5Jt1ZgK7xWa',
    expiresInDays: -2,
    name: 'Máximo de sesión del oro',
    connectionId: 'mW3eRt7YuI0pLk2JhGf6Dz',
    templateFields: {
      symbol: '{{ticker}}',
      price: '{{close}}',
      level: '{{high}}',
      direction: 'al alza',
      timeframe: '{{interval}}',
      notes: 'Ruptura de sesión',
      timestamp: 'YOUR_PINE_VARIABLE_FOR_timestamp',
    },
    tradingViewConditionNotes: 'XAUUSD supera el máximo de la sesión asiática.',
    tradingViewFrequencyNotes: 'Solo una vez.',
  },
  {
    id: 'h2Dq6NvC9bMs',
    name: 'Swing ETH con MACD',
    connectionId: 'Pl2oKi6JuH9yGt4FrDe7Sw',
    templateFields: {
      symbol: '{{ticker}}',
      indicator: 'MACD',
      direction: 'al alza',
      price: '{{close}}',
      timeframe: '{{interval}}',
      plot_0: '{{plot_0}}',
      plot_1: '{{plot_1}}',
    },
    tradingViewConditionNotes: '',
    tradingViewFrequencyNotes: 'Una vez por barra.',
  },
]
