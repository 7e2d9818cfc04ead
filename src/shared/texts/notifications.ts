import { formatNumber, quantity } from '../format.ts'

export const notificationTexts = {
  /** «41 alertas de «EURUSD Londres» y 2 conexiones más no se entregaron». */
  notDelivered: ([name = '', ...others]: readonly string[], count: number) => {
    const more = quantity(others.length, 'conexión', 'conexiones')
    const whose = `«${name}»${others.length === 0 ? '' : ` y ${more} más`}`
    return count === 1
      ? `Una alerta de ${whose} no se entregó`
      : `${formatNumber(count)} alertas de ${whose} no se entregaron`
  },
  empty: 'No tienes notificaciones.',
  markAllRead: 'Marcar Todas Como Leídas',
  clearRead: 'Limpiar Leídas',
  readCleared: 'Notificaciones leídas limpiadas.',
}
