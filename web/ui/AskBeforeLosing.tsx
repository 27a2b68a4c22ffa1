import { type ReactNode, useContext, useRef } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { AroundDrafts, discardDrafts } from './drafts.ts'
import { AskFirst } from './AskFirst.tsx'

type Props<T> = { isTyped: boolean; go: (to: T) => unknown; children: (choose: (to: T) => void) => ReactNode }

/** For a choice within a screen that discards what is typed there: asks first. */
export function AskBeforeLosing<T>({ isTyped, go, children }: Props<T>) {
  const { t } = useTranslation()
  const drafts = useContext(AroundDrafts)
  const wanted = useRef<{ to: T }>(null)
  return (
    <AskFirst
      title={t('common.discardAsk')}
      submit={t('common.discard')}
      stay={t('common.keepWriting')}
      danger
      run={async () => {
        discardDrafts(drafts)
        if (wanted.current) go(wanted.current.to)
      }}
    >
      {(ask) =>
        children((to) => {
          wanted.current = { to }
          if (isTyped) ask()
          else go(to)
        })
      }
    </AskFirst>
  )
}
