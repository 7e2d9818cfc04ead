import classes from './came-from.module.css'

interface CameFromProps {
  address: string | null
  /** Place of the address, in words. */
  location: string | null
}

/** «España 203.0.113.7»: place of an address, if known, and the address. */
export const CameFrom = ({ address, location }: CameFromProps) => (
  <>
    {location && <span className={classes.location}>{location}</span>}
    {address && <span className={classes.address}>{address}</span>}
  </>
)
