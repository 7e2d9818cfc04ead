/** Alerts that TradingView sends to each connection of the demonstration. */
import { type Market, priceAt } from './markets.ts'
import { between, pick, type Random } from './random.ts'

/** A strategy, an indicator or a calendar that fires alerts. */
export type Feed = {
  market: Market
  /** Minutes of its candles; it fires when one closes. */
  candle: number
  /** Values of an alert, named as in the message of its TradingView alert. */
  fire: (moment: Moment) => Fired
}

/** `close`: end of the candle, in milliseconds UTC. */
export type Moment = { close: number; random: Random }

type Fired = Record<string, string | number | null>

export const bitcoinScalping: Feed = {
  market: 'crypto',
  candle: 5,
  fire({ close, random }) {
    const [alert_name, side, notes] = pick(random, bitcoinSignals)
    const price = priceAt(close, { usual: 94_200, swing: 0.09 }) * between(random, 0.999, 1.001)
    const away = side === 'buy' ? 1 : -1
    return {
      alert_name,
      symbol: 'BTCUSDT',
      exchange: 'BINANCE',
      side,
      price: price.toFixed(2),
      timeframe: '5m',
      stop: (price * (1 - away * 0.0035)).toFixed(2),
      target: (price * (1 + away * 0.007)).toFixed(2),
      rsi: Number(between(random, ...rsiAt(alert_name)).toFixed(1)),
      notes,
    }
  },
}

const bitcoinSignals: Signals = [
  ['Cruce alcista EMA 9/21', 'buy', 'Volumen por encima de la media'],
  ['Cruce bajista EMA 9/21', 'sell', ''],
  ['Toma parcial TP1', 'sell', 'Stop a la entrada'],
  ['RSI sobrevendido con divergencia alcista', 'buy', ''],
  ['RSI sobrecomprado', 'sell', ''],
  ['Rebote en VWAP', 'buy', ''],
  ['Pérdida de VWAP', 'sell', 'Esperar el cierre de la vela'],
  ['Ruptura del rango asiático', 'buy', ''],
]

const rsiAt = (signal: string): [least: number, most: number] => {
  if (signal.includes('sobrevendido')) return [17, 30]
  return signal.includes('sobrecomprado') ? [70, 84] : [38, 63]
}

export const goldBreakouts: Feed = {
  market: 'metals',
  candle: 60,
  fire({ close, random }) {
    const price = priceAt(close, { usual: 4_130, swing: 0.05 }) * between(random, 0.9985, 1.0015)
    const level = (Math.round(price / 5) * 5).toFixed(0)
    const [name, side, notes] = pick(random, goldSignals)
    return {
      alert_name: name.replace('NIVEL', level),
      symbol: 'XAUUSD',
      exchange: 'OANDA',
      side,
      direction: side === 'buy' ? 'alcista' : 'bajista',
      level,
      price: price.toFixed(2),
      timeframe: '1h',
      notes,
    }
  },
}

const goldSignals: Signals = [
  ['Ruptura de resistencia NIVEL', 'buy', 'Cierre de vela por encima'],
  ['Ruptura de soporte NIVEL', 'sell', ''],
  ['Rechazo en máximo de sesión', 'sell', ''],
  ['Rebote en mínimo de sesión', 'buy', ''],
  ['Retesteo de NIVEL', 'buy', 'Segunda entrada a mitad de tamaño'],
]

export const euroLondon: Feed = {
  market: 'london',
  candle: 15,
  fire({ close, random }) {
    const [alert_name, action, comment] = pick(random, euroSignals)
    const price = priceAt(close, { usual: 1.164, swing: 0.02 }) * between(random, 0.9996, 1.0004)
    const away = action === 'buy' ? 1 : -1
    return {
      alert_name,
      strategy_name: 'Apertura de Londres',
      symbol: 'EURUSD',
      exchange: 'FX',
      timeframe: '15',
      action,
      contracts: pick(random, ['0.5', '1', '1.5']),
      price: price.toFixed(5),
      market_position: action === 'buy' ? 'long' : 'short',
      position_size: pick(random, ['1', '1.5', '2']),
      stop_loss: (price - away * 0.0018).toFixed(5),
      take_profit: (price + away * 0.0036).toFixed(5),
      comment,
    }
  },
}

const euroSignals: Signals = [
  ['Entrada larga Londres', 'buy', 'Barrido de mínimos asiáticos'],
  ['Entrada corta Londres', 'sell', 'Barrido de máximos asiáticos'],
  ['Cierre por stop dinámico', 'sell', ''],
  ['Toma de beneficios', 'sell', '50 % de la posición'],
]

export const etherSwing: Feed = {
  market: 'crypto',
  candle: 240,
  fire({ close, random }) {
    const [alert_name, side, indicator] = pick(random, etherSignals)
    const price = priceAt(close, { usual: 3_200, swing: 0.11 }) * between(random, 0.997, 1.003)
    return {
      alert_name,
      symbol: 'ETHUSDT',
      side,
      indicator,
      direction: side === 'buy' ? 'alcista' : 'bajista',
      price: price.toFixed(2),
      timeframe: '240',
      plot_0: (price * between(random, 0.985, 1)).toFixed(2),
      plot_1: (price * between(random, 0.97, 0.99)).toFixed(2),
    }
  },
}

const etherSignals: Signals = [
  ['Volumen inusual x3', 'buy', 'Volumen'],
  ['Vela envolvente alcista', 'buy', 'Patrón de velas'],
  ['Vela envolvente bajista', 'sell', 'Patrón de velas'],
  ['MACD cruza a positivo', 'buy', 'MACD'],
  ['MACD cruza a negativo', 'sell', 'MACD'],
  ['Cierre bajo la media de 50', 'sell', 'SMA 50'],
]

export const ibexOpening: Feed = {
  market: 'ibex',
  candle: 5,
  fire({ close, random }) {
    const [alert_name, side] = pick(random, ibexSignals)
    const price = priceAt(close, { usual: 16_240, swing: 0.03 }) * between(random, 0.999, 1.001)
    return { alert_name, symbol: 'IBEX35', side, price: price.toFixed(1), timeframe: '5' }
  },
}

const ibexSignals: Signals = [
  ['Hueco alcista de apertura', 'buy', ''],
  ['Hueco bajista de apertura', 'sell', ''],
  ['Ruptura de los primeros 15 minutos', 'buy', ''],
]

export const macroNews: Feed = {
  market: 'news',
  candle: 30,
  fire({ random }) {
    const [alert_name, source, usual, unit] = pick(random, releases)
    const figure = (spread: number) =>
      `${(usual * between(random, 1 - spread, 1 + spread)).toFixed(1)}${unit}`
    return {
      source,
      actual: figure(0.06),
      forecast: `previsto ${figure(0.04)}`,
      alert_name,
      previous: figure(0.05),
      impact: pick(random, ['alto', 'medio']),
    }
  },
}

const releases: readonly [Release, ...Release[]] = [
  ['PMI servicios EE. UU.', 'ISM', 53.6, ''],
  ['PMI manufacturero zona euro', 'S&P Global', 49.8, ''],
  ['IPC interanual EE. UU.', 'BLS', 2.9, ' %'],
  ['IPC interanual España', 'INE', 2.6, ' %'],
  ['Peticiones semanales de desempleo', 'Departamento de Trabajo', 224, ' mil'],
  ['Creación de empleo no agrícola', 'BLS', 152, ' mil'],
  ['Decisión de tipos del BCE', 'BCE', 2, ' %'],
  ['Decisión de tipos de la Fed', 'Reserva Federal', 3.8, ' %'],
  ['Reservas de crudo', 'EIA', 3.2, ' M de barriles'],
  ['Confianza del consumidor', 'Conference Board', 96.4, ''],
]

type Signal = [name: string, side: 'buy' | 'sell', note: string]
type Signals = readonly [Signal, ...Signal[]]
type Release = [name: string, source: string, usual: number, unit: string]
