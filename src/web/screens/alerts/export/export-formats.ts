export type ExportFormat = (typeof exportFormats)[number]['format']

/** What the history can be had as, and what the menus call it. */
export const exportFormats = [
  { format: 'csv', label: 'Exportar como CSV' },
  { format: 'json', label: 'Exportar como JSON' },
] as const
