/** The mark: three rings, teal, saffron and mint. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 64 40" className={className} aria-hidden="true">
      <path d="M2 38a30 30 0 0 1 60 0z" fill="var(--mark-mint)" />
      <path d="M12 38a20 20 0 0 1 40 0z" fill="var(--primary)" />
      <path d="M22 38a10 10 0 0 1 20 0z" fill="var(--accent)" />
    </svg>
  )
}

/** Stands where a picture is missing: the arch over a quiet ground, as wide as its place. */
export function Arch({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 320 120" preserveAspectRatio="xMidYMax slice" className={className} aria-hidden="true">
      <path d="M0 0h320v120H0z" fill="var(--ring-back)" />
      <circle cx="160" cy="120" r="130" fill="var(--ring-mint)" />
      <circle cx="160" cy="120" r="86" fill="var(--ring-teal)" />
      <circle cx="160" cy="120" r="48" fill="var(--accent)" />
    </svg>
  )
}
