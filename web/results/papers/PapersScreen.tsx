import { lazy } from 'react'
import { Navigate } from 'react-router'
import { papers } from '#contract/results/papers/papers.ts'
import { useMay } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { useDefaultSchool } from '#web/lib/session.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { IssuedTab } from './IssuedTab.tsx'
import { IssueTab } from './IssueTab.tsx'

const SeatsTab = lazy(part(async () => (await import('./SeatsTab.tsx')).SeatsTab))
const LooksTab = lazy(part(async () => (await import('./LooksTab.tsx')).LooksTab))

/** Certificates, report cards and cards of students: issue and print them, see what was issued, and choose how they look. */
export function PapersScreen() {
  const { t } = useTranslation()
  const school = useDefaultSchool()
  const issues = useMay(papers.issue)
  const manages = useMay(papers.saveTemplate)
  if (!school || !(issues || manages))
    return <Navigate to={paths.unauthorized()} state={{ keys: ['IssuePapers'] }} replace />

  return (
    <Screen title={t('papers.title')} lead={<Bdi>{school.name}</Bdi>}>
      <Tabs
        label={t('papers.tabs')}
        param="tab"
        keep={[]}
        tabs={[
          ...(issues ? [{ value: 'issue', label: t('papers.issue'), panel: <IssueTab school={school} /> }] : []),
          ...(issues ? [{ value: 'issued', label: t('papers.issued'), panel: <IssuedTab school={school} /> }] : []),
          ...(issues
            ? [
                {
                  value: 'seats',
                  label: t('papers.seats.title'),
                  panel: (
                    <LazyPart fallback={<Loading count={4} />}>
                      <SeatsTab school={school} />
                    </LazyPart>
                  ),
                },
              ]
            : []),
          ...(manages
            ? [
                {
                  value: 'looks',
                  label: t('papers.looks'),
                  panel: (
                    <LazyPart fallback={<Loading count={4} />}>
                      <LooksTab school={school} />
                    </LazyPart>
                  ),
                },
              ]
            : []),
        ]}
      />
    </Screen>
  )
}
