import { useState } from 'react'
import { useStore } from '#web/lib/store.ts'

/** What somebody typed to search the students of a school. */
let kept = { of: '', text: '' }

/**
 * Names and codes are typed here. They are not in the address, but they stay when a student is opened and closed, for the person who typed them
 * and until the page is left.
 */
export function useSearchText(schoolId: string): [text: string, setText: (text: string) => void] {
  const personId = useStore(({ user }) => user.id)
  const of = `${personId} ${schoolId}`
  const [text, setText] = useState(kept.of === of ? kept.text : '')
  return [
    text,
    (next) => {
      kept = { of, text: next }
      setText(next)
    },
  ]
}
