import type { ComponentProps } from 'react'
import { Loading } from './Skeleton.tsx'
import { Failed } from './States.tsx'

type Props = { error: unknown; again: () => unknown } & ComponentProps<typeof Loading>

/** Shown until data is there: placeholders, or the error with a button to try again. */
export const LoadingOrFailed = ({ error, again, ...shape }: Props) =>
  error ? <Failed error={error} again={again} /> : <Loading {...shape} />
