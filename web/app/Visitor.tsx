import { Check } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { SchoolList } from '#web/platform/schools/SchoolList.tsx'
import { LinkButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { ExampleDay } from './ExampleDay.tsx'

/** The first screen of a visitor: what Kashkool is, for whom, and the schools that use it. */
export function Visitor() {
  const { t, language } = useTranslation()
  const other = language === 'ar' ? 'en' : 'ar'
  return (
    <Screen title={t('visitor.promise')} lead={<bdi lang={other}>{t('visitor.promiseOther')}</bdi>}>
      <div className="mb-8 grid items-start gap-6 md:grid-cols-[3fr_2fr]">
        <div className="md:self-end">
          <p className="max-w-prose text-lg">{t('visitor.lead')}</p>
          <div className="mt-4 flex flex-wrap gap-3">
            <LinkButton to={paths.schools()} tone="primary">
              {t('home.title')}
            </LinkButton>
          </div>
        </div>
        <div className="md:row-span-2 md:self-center">
          <ExampleDay />
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <For title={t('visitor.forSchools')} points={['schools1', 'schools2']} />
          <For title={t('visitor.forParents')} points={['parents1', 'parents2']} />
        </div>
      </div>
      <h2 className="mb-4 text-xl">{t('home.title')}</h2>
      <SchoolList />
    </Screen>
  )
}

function For({ title, points }: { title: string; points: string[] }) {
  const { t } = useTranslation()
  return (
    <Card>
      <h2 className="text-lg">{title}</h2>
      <ul className="mt-2 space-y-3">
        {points.map((point) => (
          <li key={point} className="flex gap-2">
            <Check className="mt-0.5 size-5 shrink-0 text-ok" aria-hidden="true" />
            {t(`visitor.${point}`)}
          </li>
        ))}
      </ul>
    </Card>
  )
}
