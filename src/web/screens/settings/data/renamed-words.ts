import { listed } from '#shared/format.ts'

/** What an import says of connections that could not keep their id. */
export function renamedWords(names: readonly string[]): string {
  const which = listed(names.map(name => `«${name}»`))
  return names.length === 1
    ? `El id de ${which} ya lo usa otra cuenta, así que tiene uno nuevo: cambia su URL del webhook en TradingView.`
    : `Los ids de ${which} ya los usan otras cuentas, así que tienen otros nuevos: cambia sus URL del webhook en TradingView.`
}
