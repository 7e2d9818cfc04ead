import { Skeleton } from '@mantine/core'
import { ItemCard, MainActions } from '#web/ui/item-card.tsx'
import classes from './config-card.module.css'

/** The shape of a card with its fields folded away. */
export function ConfigCardSkeleton() {
  return (
    <ItemCard
      foot={
        <>
          <MainActions>
            <Skeleton height={28} width={128} />
          </MainActions>
          <Skeleton height={28} width={76} />
          <Skeleton height={28} width={76} />
          <Skeleton height={28} width={88} />
        </>
      }
    >
      <Skeleton height={16} width="55%" my={4} />
      <Skeleton height={8} width="20%" my={4} />
      <div className={classes.facts}>
        {['45%', '80%', '60%'].map(width => (
          <Row key={width} width={width} />
        ))}
      </div>
      <Skeleton height={8} width={72} my={10} />
    </ItemCard>
  )
}

const Row = ({ width }: { width: string }) => (
  <>
    <Skeleton height={8} width={56} />
    <Skeleton height={8} width={width} my={6} />
  </>
)
