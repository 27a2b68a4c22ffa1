import { type ReactNode, useRef } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { AskFirst } from './AskFirst.tsx'

type Props<T> = { isTyped: boolean; go: (to: T) => unknown; children: (choose: (to: T) => void) => ReactNode }

/** For a choice within a screen that discards what is typed there: asks first. */
export function AskBeforeLosing<T>({ isTyped, go, children }: Props<T>) {
  const { t } = useTranslation()
  const wanted = useRef<{ to: T }>(null)
  return (
    <AskFirst
      title={t('common.discardAsk')}
      submit={t('common.discard')}
      danger
      run={async () => wanted.current && go(wanted.current.to)}
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
