import { useState } from 'react'
import { Refused } from '#contract/language/caller.ts'

/** The refusal of a text with a word that its sender has to confirm; it is the key of its translation too. */
const mayHurt = 'A word of this text may hurt; send it again if you mean it'

/** After a text was held back for a word, the next press sends it as it is. */
export function useConfirmed() {
  const [confirmed, setConfirmed] = useState(false)
  async function confirming<T>(send: () => Promise<T>) {
    try {
      const answer = await send()
      setConfirmed(false)
      return answer
    } catch (problem) {
      if (problem instanceof Refused && problem.message === mayHurt) setConfirmed(true)
      throw problem
    }
  }
  return { confirmed, confirming }
}
