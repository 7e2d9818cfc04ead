import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openStore } from '#server/store/open-store.ts'
import { readOrInitSetting } from '#server/store/rows/settings.ts'
import { fileNotices } from './file-notices.ts'
import type { Notice } from './notices.ts'

it('reports writes of another process but not its own', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'pregonero-'))
  await using store = await openStore({ dataDir: folder.path })
  await using other = await openStore({ dataDir: folder.path })
  const heard: [Notice[], Notice[]] = [[], []]
  await store.notices.listen(notice => heard[0].push(notice))
  await other.notices.listen(notice => heard[1].push(notice))
  await readOrInitSetting(store.db, 'name', 'value')
  await expect.poll(() => heard[1]).toEqual([{ kind: 'anything' }])
  expect(heard[0]).toEqual([])
})

it('goes on after a failed read of the file', async () => {
  const looks = [
    () => 1,
    () => {
      throw new Error('disk I/O error')
    },
    () => 2,
  ]
  await using notices = fileNotices(async () => (looks.shift() ?? (() => 2))())
  const heard: Notice[] = []
  await notices.listen(notice => heard.push(notice))
  await expect.poll(() => heard).toEqual([{ kind: 'anything' }])
})
