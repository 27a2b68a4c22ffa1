import type { ReactNode } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Arch } from '#web/ui/Arch.tsx'
import { HelpOpener } from '#web/ui/HelpOpener.tsx'
import { useTitle } from '#web/ui/Screen.tsx'

type Props = { title: string; lead?: ReactNode; note?: string | null | undefined; children: ReactNode }

/** The screens before somebody is signed in: the form beside the arch. `note` says why one is here. Texts come translated. */
export function Entrance({ title, lead, note, children }: Props) {
  const { t } = useTranslation()
  useTitle(title)
  return (
    <div className="mx-auto grid max-w-5xl gap-5 px-4 py-5 md:grid-cols-2 md:items-start md:gap-14 md:px-8 md:py-16">
      <div className="overflow-hidden rounded-card border border-line bg-surface md:order-last">
        <Arch className="h-14 w-full md:h-72" />
        <div className="hidden p-8 md:block">
          <p className="text-2xl leading-relaxed font-semibold text-balance">{t('auth.promise')}</p>
          <p className="mt-2 text-muted">{t('auth.promiseMore')}</p>
        </div>
      </div>
      <div className="mx-auto w-full max-w-md">
        <div className="flex items-start justify-between gap-1">
          <h1 className="text-2xl md:text-3xl">{title}</h1>
          <HelpOpener screen={title} />
        </div>
        {lead && <p className="mt-1 text-muted">{lead}</p>}
        {note && (
          <p role="status" className="mt-4 rounded-field bg-wait-soft px-4 py-3">
            {note}
          </p>
        )}
        <div className="mt-5">{children}</div>
      </div>
    </div>
  )
}
