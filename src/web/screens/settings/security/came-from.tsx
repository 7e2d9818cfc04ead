import classes from './came-from.module.css'

interface CameFromProps {
  address: string | null
  /** Where it is, in words. */
  location: string | null
}

/** «España 203.0.113.7»: where an address is, as far as that is known, and the address. */
export const CameFrom = ({ address, location }: CameFromProps) => (
  <>
    {location && <span className={classes.location}>{location}</span>}
    {address && <span className={classes.address}>{address}</span>}
  </>
)
