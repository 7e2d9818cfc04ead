import { Skeleton } from '@mantine/core'
import { ItemCard, MainActions } from '#web/ui/item-card.tsx'
import classes from './connection-card.module.css'
import tagClasses from './connection-tags.module.css'

/** The shape of a card with all its rows. */
export function ConnectionCardSkeleton() {
  return (
    <ItemCard
      foot={
        <>
          <MainActions>
            <Skeleton height={28} width={196} />
            <Skeleton height={28} width={128} />
          </MainActions>
          <Skeleton height={28} width={80} />
          <Skeleton height={28} width={76} />
          <Skeleton height={28} width={92} />
          <Skeleton height={28} width={88} />
        </>
      }
    >
      <div className={classes.head}>
        <Skeleton height={16} width="40%" />
        <Skeleton className={classes.switch} height={20} width={38} />
      </div>
      <Skeleton height={8} width="60%" mt={4} mb={16} />
      {['24%', '48%', '36%', '32%', '60%'].map(width => (
        <div key={width} className={classes.head}>
          <Skeleton height={8} width={56} mr="md" />
          <Skeleton height={8} width={width} />
        </div>
      ))}
      <div className={tagClasses.tags}>
        <Skeleton height={20} width={48} />
        <Skeleton height={20} width={64} />
      </div>
      <div className={classes.state}>
        <Skeleton height={32} />
      </div>
    </ItemCard>
  )
}
