import { useEffect, useMemo, useState } from 'react'
import { actions, actionsOf } from '#web/lib/actions.ts'
import { type Named, searchedWords } from '#web/lib/find-actions.ts'
import { t as translate, textsOf, useTranslation } from '#web/lib/i18n.ts'
import { useHolds, useSession } from '#web/lib/session.ts'

type Translate = (key: string) => string

/** The actions of this person with their words in both languages; without a network, in the one that is spoken. */
export function useNamedActions(): Named[] {
  const { language } = useTranslation()
  const { isParent } = useSession()
  const holds = useHolds()
  const [other, setOther] = useState<{ t: Translate } | null>(null)
  useEffect(() => {
    void textsOf('.actions', language === 'ar' ? 'en' : 'ar').then(
      (t) => setOther({ t }),
      () => undefined,
    )
  }, [language])
  const words = useMemo(() => {
    const spoken: Translate[] = language ? [translate, ...(other ? [other.t] : [])] : []
    const of = (key: string, part: string) => searchedWords(...spoken.map((t) => t(`actions.of.${key}.${part}`)))
    return actions.map((action) => ({ action, names: of(action.key, 'name'), words: of(action.key, 'words') }))
  }, [language, other])
  const own = new Set(actionsOf({ holds, isParent }))
  return words.filter(({ action }) => own.has(action))
}
