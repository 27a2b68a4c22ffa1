import { useState } from 'react'
import type { OutputOf } from '#contract/language/operation.ts'
import type { posts } from '#contract/messages/posts/posts.ts'

type Post = OutputOf<typeof posts.list>[number]

/** Rows together with those that were shown before and are no longer among them because they were read, the newest first. */
export function withShown(rows: readonly Post[], shown: readonly Post[]): readonly Post[] {
  const ids = new Set(rows.map(({ id }) => id))
  const gone = shown.filter(({ id }) => !ids.has(id))
  if (gone.length === 0) return rows
  const read = gone.map((post) => (post.read ? post : { ...post, read: true }))
  return [...rows, ...read].toSorted(byTime)
}

const byTime = (one: Post, other: Post) =>
  +new Date(other.publishedAt) - +new Date(one.publishedAt) || (one.id < other.id ? -1 : 1)

const isEqual = (rows: readonly Post[], others: readonly Post[]) =>
  rows.length === others.length && rows.every((post, nth) => post === others[nth])

/**
 * The rows of a list that a person reads: each stays once it was shown, although reading it takes it off the list, until something
 * else is asked for (`of`). Undefined while nothing came.
 */
export function useStaying(rows: readonly Post[] | undefined, of: string) {
  const [shown, setShown] = useState<{ of: string; rows: readonly Post[] }>({ of, rows: [] })
  const all = rows && withShown(rows, shown.of === of ? shown.rows : [])
  if (shown.of !== of || (all && !isEqual(all, shown.rows))) setShown({ of, rows: all ?? [] })
  return all
}
