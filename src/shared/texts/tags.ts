export const tagTexts = {
  renamed: (from: string, to: string) => `Etiqueta renombrada de "${from}" a "${to}".`,
  deleted: (tag: string) => `Etiqueta "${tag}" eliminada.`,
  empty: 'Escribe el nuevo nombre de la etiqueta.',
  unaddressable: 'Una etiqueta no puede llamarse «.» ni «..».',
  unchanged: 'Ese es el nombre que ya tiene.',
  taken: 'Ya existe una etiqueta con ese nombre.',
}
