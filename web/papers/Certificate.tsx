import { Trans } from './Trans.tsx'
import type { SheetProps } from './sheet.ts'
import { Fact, Figure, Date, SheetFoot, SheetHead, SheetTitle, Signatures, useWriting } from './SheetParts.tsx'
import { Copy, Frame } from './Frame.tsx'
import { Photo } from './Photo.tsx'

/** A certificate of enrolment or of leaving: a sentence with the facts of the record below it. */
export function Certificate({ paper }: SheetProps) {
  const { spoken, isBoth } = useWriting()
  const { content, look } = paper
  const { kind, studentName, schoolName, gradeName, classRoomName, yearName, leftOn } = content
  return (
    <Frame paper={paper}>
      {paper.copy && <Copy />}
      <SheetHead paper={paper} />
      <SheetTitle of={`title.${kind}`} />
      <div className={isBoth ? 'paper-prose paper-two' : 'paper-prose'}>
        {spoken.map((one) => (
          <p key={one} lang={one} dir={one === 'ar' ? 'rtl' : 'ltr'}>
            <Trans
              of={yearName || kind === 'leaving' ? `says.${kind}` : `says.${kind}NoYear`}
              spoken={one}
              values={{
                school: <bdi>{schoolName}</bdi>,
                student: <bdi>{studentName}</bdi>,
                grade: <bdi>{gradeName}</bdi>,
                class: <bdi>{classRoomName}</bdi>,
                year: yearName && <Figure spoken={one}>{yearName}</Figure>,
                day: leftOn && <Date day={leftOn} spoken={one} />,
              }}
            />
          </p>
        ))}
      </div>
      <div className="paper-who" style={{ marginBlockStart: '7mm' }}>
        {look.showsPhoto && <Photo src={paper.photoUrl} />}
        <dl className="paper-facts">
          <StudentFacts paper={paper} />
        </dl>
      </div>
      <div className={isBoth ? 'paper-prose paper-two' : 'paper-prose'} style={{ marginBlockStart: '4mm' }}>
        {spoken.map((one) => (
          <p key={one} lang={one} dir={one === 'ar' ? 'rtl' : 'ltr'}>
            <Trans of={`given.${kind}`} spoken={one} values={{}} />
          </p>
        ))}
      </div>
      <div className="paper-end">
        <Signatures look={look} />
        <SheetFoot code={paper.code} look={look} />
      </div>
    </Frame>
  )
}

/** Who the paper is about; official numbers where the school prints them and they are known. */
export function StudentFacts({ paper: { content } }: Pick<SheetProps, 'paper'>) {
  const { spoken } = useWriting()
  const { studentName, code, gradeName, classRoomName, birthDate, nationalNumber, nationality, admittedOn, leftOn } =
    content
  return (
    <>
      <Fact of="student" wide>
        <bdi>{studentName}</bdi>
      </Fact>
      <Fact of="grade">
        <bdi>{gradeName}</bdi>
      </Fact>
      <Fact of="class">
        <bdi>{classRoomName}</bdi>
      </Fact>
      <Fact of="code">
        <bdi dir="ltr">{code}</bdi>
      </Fact>
      {birthDate && (
        <Fact of="birthDate">
          <Date day={birthDate} />
        </Fact>
      )}
      {nationalNumber && (
        <Fact of="nationalNumber">
          <Figure>{nationalNumber}</Figure>
        </Fact>
      )}
      {nationality && (
        <Fact of="nationality">
          {new Intl.DisplayNames(spoken[0]!, { type: 'region' }).of(nationality) ?? nationality}
        </Fact>
      )}
      {admittedOn && (
        <Fact of="admittedOn">
          <Date day={admittedOn} />
        </Fact>
      )}
      {leftOn && (
        <Fact of="leftOn">
          <Date day={leftOn} />
        </Fact>
      )}
    </>
  )
}
