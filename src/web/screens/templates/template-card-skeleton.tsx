import { Skeleton } from '@mantine/core'
import { ItemCard } from '#web/ui/item-card.tsx'
import classes from './template-card.module.css'

/** The shape of a card whose content takes six lines. */
export function TemplateCardSkeleton() {
  return (
    <ItemCard
      foot={
        <>
          <Skeleton height={28} width={76} />
          <Skeleton height={28} width={84} />
        </>
      }
    >
      <Skeleton height={16} width="55%" my={4} />
      <Skeleton height={8} width="30%" my={4} />
      <div className={classes.content}>
        {[72, 40, 56, 48, 64, 88].map(width => (
          <Skeleton key={width} height={8} width={`${width}%`} my={6} />
        ))}
      </div>
      <Skeleton height={8} width="45%" my={4} />
    </ItemCard>
  )
}
