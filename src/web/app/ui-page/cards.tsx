import { Button, Text, Title } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { CardGrid, SkeletonGrid } from '#web/ui/card-grid.tsx'
import { ItemAction, ItemCard, MainActions } from '#web/ui/item-card.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { ListPagination } from '#web/ui/list-pagination.tsx'
import { SectionCard } from '#web/ui/section-card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const items = [
  'Oro H1',
  'BTC Scalping 5m',
  'Un nombre que es tan largo que no cabe en su tarjeta',
].map(name => ({ id: name, name }))

/** Cards, grids of them, and the foot of a list in pages. */
export function Cards() {
  const [page, setPage] = useState(2)
  return (
    <>
      <SectionCard flush title="Tarjeta" aside={<TextLink to=".">Ver todo</TextLink>}>
        <ListPagination range="Mostrando 26-50 de 742" page={page} pages={30} onPage={setPage} />
      </SectionCard>
      <CardGrid items={items}>{({ name }) => <Item name={name} />}</CardGrid>
      <SkeletonGrid
        label="Cargando las tarjetas"
        count={3}
        card={() => (
          <ItemCard foot={<Skeleton height={20} width={64} my={4} />}>
            <Skeleton height={12} width="60%" />
          </ItemCard>
        )}
      />
    </>
  )
}

function Item({ name }: { name: string }) {
  const titleId = useId()
  return (
    <ItemCard
      titleId={titleId}
      foot={
        <>
          <MainActions>
            <Button size="xs">Generar JSON para TV</Button>
          </MainActions>
          <ItemAction titleId={titleId} icon={IconPencil} label="Editar" onClick={() => {}} />
          <ItemAction titleId={titleId} icon={IconTrash} label="Eliminar" onClick={() => {}} />
        </>
      }
    >
      <Title order={2} id={titleId}>
        {name}
      </Title>
      <Text c="dimmed">Lo que se sabe de ella.</Text>
    </ItemCard>
  )
}
