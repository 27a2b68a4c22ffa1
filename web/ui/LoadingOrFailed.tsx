import type { ComponentProps } from 'react'
import { Loading } from './Skeleton.tsx'
import { Failed } from './States.tsx'

type Props = { error: unknown; again: () => unknown } & ComponentProps<typeof Loading>

/** What stands in place of what is read until it is there: placeholders, or why it cannot be read and a button to try again. */
export const LoadingOrFailed = ({ error, again, ...shape }: Props) =>
  error ? <Failed error={error} again={again} /> : <Loading {...shape} />
