/** A crier's bell that is also a paper plane, in the two blues of the scheme. */
export function Logo({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path
        fill="var(--mark-light)"
        d="M20.81 1C16.58 1.27 12.98 3.88 10.65 6.85 8.42 9.64 5.63 11.48 1.94 12.31L12.93 13.48Z"
      />
      <path
        fill="var(--mark-dark)"
        d="M20.81 1C22.69 4.8 22.23 9.22 20.83 12.73 19.53 16.05 19.33 19.39 20.45 23L13.95 14.06Z"
      />
      <circle fill="var(--mark-light)" cx="10.82" cy="18.3" r="2.35" />
    </svg>
  )
}
