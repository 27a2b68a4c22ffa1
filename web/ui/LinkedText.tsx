import { Fragment } from 'react'
import { linkedParts } from './linked-parts.ts'

/** A text in which web addresses are links; everything else stays as written. A host in other letters is also shown as the browser opens it. */
export const LinkedText = ({ text }: { text: string }) =>
  linkedParts(text).map(({ address, words, host }, nth) =>
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
        {host && ` (${host})`}
      </a>
    ) : (
      <Fragment key={nth}>{words}</Fragment>
    ),
  )
