import { Fragment } from 'react'
import { linkedParts } from './linked-parts.ts'

/** A text in which web addresses are links; everything else stays as written. */
export const LinkedText = ({ text }: { text: string }) =>
  linkedParts(text).map(({ address, words }, nth) =>
    address ? (
      <a
        key={nth}
        href={address}
        target="_blank"
        rel="noopener noreferrer nofollow"
        dir="ltr"
        className="text-primary underline underline-offset-4 [unicode-bidi:isolate]"
      >
        {words}
      </a>
    ) : (
      <Fragment key={nth}>{words}</Fragment>
    ),
  )
