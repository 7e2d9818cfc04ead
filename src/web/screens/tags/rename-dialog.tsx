import { tagTexts } from '#shared/texts/tags.ts'
import { client } from '#web/data/client.ts'
import { NameDialog } from '#web/parts/editing/name-dialog.tsx'
import { showToast } from '#web/ui/show-toast.tsx'
import { checkNewName } from './tag-names.ts'

interface RenameDialogProps {
  tag: string
  /** All current tags. */
  tags: readonly string[]
  onRenamed: (name: string) => void
}

export const RenameDialog = ({ tag, tags, onRenamed }: RenameDialogProps) => (
  <NameDialog
    title="Renombrar Etiqueta"
    label="Nuevo Nombre para la Etiqueta"
    description="Cambia en todas las conexiones que la llevan."
    action="Renombrar"
    name={tag}
    check={typed => checkNewName(typed, { tag, tags })}
    rename={(name, signal) => client.tags.rename({ tag, name }, { signal })}
    onRenamed={onRenamed}
    onShown={name => showToast({ type: 'success', message: tagTexts.renamed(tag, name) })}
  />
)
