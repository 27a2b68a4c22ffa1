import { Clearance } from './Clearance.tsx'
import { Frame } from './Frame.tsx'
import type { Spoken } from './labels.ts'
import type { SheetProps } from './sheet.ts'
import { Date, Fact, Figure, useWriting } from './SheetParts.tsx'
import { StudentFacts } from './StudentFacts.tsx'
import { Trans } from './Trans.tsx'

type Content = SheetProps['paper']['content']

/** A certificate: a sentence with the facts of the record below it. */
export function Certificate({ paper }: SheetProps) {
  const { content } = paper
  const { kind, studentName, latinName, schoolName, gradeName, classRoomName, yearName, leftOn, conduct } = content
  const says = (spoken: Spoken) => (
    <Trans
      of={`says.${sentenceOf(content)}`}
      spoken={spoken}
      sex={content.sex}
      values={{
        school: <bdi>{schoolName}</bdi>,
        student: <bdi>{spoken === 'en' ? (latinName ?? studentName) : studentName}</bdi>,
        grade: <bdi>{gradeName}</bdi>,
        class: <bdi>{classRoomName}</bdi>,
        year: yearName && <Figure spoken={spoken}>{yearName}</Figure>,
        day: leftOn && <Date day={leftOn} spoken={spoken} />,
      }}
    />
  )
  return (
    <Frame paper={paper} title={`title.${kind}`}>
      <Prose says={says} />
      <StudentFacts paper={paper}>{conduct && <ConductFacts conduct={conduct} />}</StudentFacts>
      {kind === 'clearance' && <Clearance accounts={content.accounts} />}
      <Prose says={(spoken) => <Trans of={`given.${kind}`} spoken={spoken} sex={content.sex} values={{}} />} />
    </Frame>
  )
}

/** Which sentence says it: of somebody who left, of a year, of a record without a breach. */
function sentenceOf({ kind, yearName, leftOn, conduct }: Content) {
  const left = leftOn ? 'Left' : ''
  if (conduct) return `conduct${conduct.breaches === 0 ? 'Clean' : 'Record'}${left}`
  if (kind === 'clearance') return kind + left
  return yearName || kind === 'leaving' ? kind : `${kind}NoYear`
}

function Prose({ says }: { says: (spoken: Spoken) => React.ReactNode }) {
  const { spoken, isBoth } = useWriting()
  return (
    <div className={isBoth ? 'paper-prose paper-two' : 'paper-prose'}>
      {spoken.map((one) => (
        <p key={one} lang={one} dir={one === 'ar' ? 'rtl' : 'ltr'}>
          {says(one)}
        </p>
      ))}
    </div>
  )
}

const ConductFacts = ({ conduct }: { conduct: NonNullable<Content['conduct']> }) => (
  <>
    <Fact of="breaches">
      <Figure>{conduct.breaches}</Figure>
    </Fact>
    <Fact of="merits">
      <Figure>{conduct.merits}</Figure>
    </Fact>
    {conduct.mark !== null && (
      <Fact of="conductMark">
        <Figure>{`${conduct.mark}/${conduct.fullMark}`}</Figure>
      </Fact>
    )}
  </>
)
