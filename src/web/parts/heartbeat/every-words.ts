/** «cada minuto», «cada 5 minutos», «cada hora». */
export function everyWords(minutes: number): string {
  if (minutes === 60) return 'cada hora'
  return minutes === 1 ? 'cada minuto' : `cada ${minutes} minutos`
}
