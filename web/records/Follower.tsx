import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

type Props = { name: string; follows: { name: string; value: (followed: string) => string } }

/** Sets a field of the form as another field determines it, until it is chosen by hand. */
export function Follower({ name, follows }: Props) {
  const { formState, getFieldState, setValue } = useFormContext()
  const followed: string = useWatch({ name: follows.name })
  const before = useRef(followed)
  const byHand = getFieldState(name, formState).isDirty
  useEffect(() => {
    if (followed === before.current) return
    before.current = followed
    if (!byHand) setValue(name, follows.value(followed))
  }, [followed, byHand, name, follows, setValue])
  return null
}
