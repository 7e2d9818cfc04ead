import { tagTexts } from '#shared/texts.ts'
import { client } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { useAct } from '#web/data/use-act.ts'
import { openConfirm } from '#web/ui/open-confirm.tsx'
import { showToast } from '#web/ui/show-toast.tsx'
import type { TagUse } from './tag-search.ts'
import { removalText } from './tag-words.ts'
import { useTagsRefresh } from './use-tags-refresh.ts'

/** Asks, and takes a tag from all connections. */
export function useTagRemoval(): (tag: TagUse) => void {
  const refresh = useTagsRefresh()
  const { start, giveUp } = useAct({
    call: (tag: string, signal) => client.tags.remove({ tag }, { signal }),
    onSuccess: (_, tag) => showToast({ type: 'success', message: tagTexts.deleted(tag) }),
    onError: error => showToast({ type: 'error', message: errorMessage(error) }),
    onSettled: refresh,
  })
  return tag =>
    openConfirm({
      title: 'Confirmar Eliminación de Etiqueta',
      text: removalText(tag),
      action: 'Eliminar',
      onConfirm: () => start(tag.name),
      giveUp,
    })
}
