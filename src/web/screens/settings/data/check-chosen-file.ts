import { MAX_IMPORT_BYTES } from '#shared/limits.ts'
import { importTexts } from '#shared/texts.ts'

/** Why a file need not even be read; null when it is. */
export function checkChosenFile({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>) {
  if (!/\.json$/i.test(name) && type !== 'application/json') return importTexts.notJsonFile
  return size > MAX_IMPORT_BYTES ? importTexts.tooLarge : null
}
