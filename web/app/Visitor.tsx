import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { SchoolList } from '#web/platform/schools/SchoolList.tsx'
import { LinkButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { LookAround } from './LookAround.tsx'
import { pictures } from './visitor-pictures.ts'

/** The first screen of a visitor: what Kashkool is, two ways in, how it looks, and the schools that use it. */
export function Visitor() {
  const { t, language } = useTranslation()
  const other = language === 'ar' ? 'en' : 'ar'
  const shown = pictures[language === 'ar' ? 'ar' : 'en']
  return (
    <Screen title={t('visitor.promise')} inTabs>
      <h1 className="mt-4 text-[2.75rem]">{t('visitor.promise')}</h1>
      <p className="mt-2 text-xl text-muted">
        <bdi lang={other}>{t('visitor.promiseOther')}</bdi>
      </p>
      <p className="mt-4 max-w-prose text-lg">{t('visitor.lead')}</p>
      <LookAround />
      <div className="mt-8 grid gap-6 md:grid-cols-2">
        <Way title={t('visitor.forSchools')} points={['schools1', 'schools2']}>
          <LinkButton to={paths.join(paths.beginSchool())} tone="primary">
            {t('visitor.runsSchool')}
          </LinkButton>
        </Way>
        <Way title={t('visitor.forParents')} points={['parents1', 'parents2']}>
          <LinkButton to={paths.join()} tone="primary">
            {t('visitor.parentOrTeacher')}
          </LinkButton>
        </Way>
      </div>
      <picture>
        <source media="(width >= 48rem)" srcSet={shown.wide} width={2011} height={840} />
        <img
          src={shown.narrow}
          width={840}
          height={884}
          alt={t('visitor.pictures')}
          loading="lazy"
          className="mt-6 h-auto w-full rounded-card border border-line"
        />
      </picture>
      <h2 className="mt-8 mb-4 text-xl">{t('home.title')}</h2>
      <SchoolList />
    </Screen>
  )
}

type WayProps = { title: string; points: string[]; children: ReactNode }

/** What one kind of people gets, and their way in. */
function Way({ title, points, children }: WayProps) {
  const { t } = useTranslation()
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-xl">{title}</h2>
      <ul className="space-y-3">
        {points.map((point) => (
          <li key={point} className="flex gap-2">
            <Check className="mt-0.5 size-5 shrink-0 text-ok" aria-hidden="true" />
            {t(`visitor.${point}`)}
          </li>
        ))}
      </ul>
      <div className="mt-auto">{children}</div>
    </Card>
  )
}
