import { Card, Skeleton } from '@mantine/core'
import classes from './config-card.module.css'

/** The shape of a card with its fields folded away. */
export function ConfigCardSkeleton() {
  return (
    <Card padding={0} className={classes.card}>
      <div className={classes.body}>
        <Skeleton height={16} width="55%" my={4} />
        <Skeleton height={8} width="20%" my={4} />
        <div className={classes.facts}>
          {['45%', '80%', '60%'].map(width => (
            <Row key={width} width={width} />
          ))}
        </div>
        <Skeleton height={8} width={72} my={10} />
      </div>
      <div className={classes.foot}>
        <Skeleton className={classes.generate} height={28} />
        <Skeleton height={28} width={76} />
        <Skeleton height={28} width={76} />
        <Skeleton className={classes.remove} height={28} width={88} />
      </div>
    </Card>
  )
}

const Row = ({ width }: { width: string }) => (
  <>
    <Skeleton height={8} width={56} />
    <Skeleton height={8} width={width} my={6} />
  </>
)
