import { expect, it } from 'vitest'
import { MAX_IMPORT_BYTES } from '#shared/limits.ts'
import { checkChosenFile } from './check-chosen-file.ts'

const size = 100

it('takes what is JSON by its name or by its type', () => {
  expect(checkChosenFile({ name: 'pregonero.JSON', type: '', size })).toBeNull()
  expect(checkChosenFile({ name: 'pregonero', type: 'application/json', size })).toBeNull()
  for (const name of ['foto.png', 'json', 'pregonero.json.zip'])
    expect(checkChosenFile({ name, type: '', size })).toBe(
      'Por favor, selecciona un archivo JSON válido.',
    )
})

it('takes five megabytes and no more', () => {
  const ofSize = (bytes: number) => checkChosenFile({ name: 'a.json', type: '', size: bytes })
  expect(ofSize(MAX_IMPORT_BYTES)).toBeNull()
  expect(ofSize(MAX_IMPORT_BYTES + 1)).toBe('El archivo pesa demasiado: como máximo 5 MB.')
})
