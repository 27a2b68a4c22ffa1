/** The eight tones of the palette; their colours stand in styles.css, their contrast is tested in both themes. */
export const tones = ['teal', 'amber', 'plum', 'indigo', 'olive', 'brick', 'azure', 'rose'] as const

export type Tone = (typeof tones)[number]

/** What a course is usually called has one tone in every school, so that a parent knows it again. */
const usual: [Tone, RegExp][] = [
  ['teal', /عرب|arab/i],
  ['indigo', /رياضيات|حساب|جبر|هندس|math|algebra|geometr/i],
  ['olive', /علوم|أحياء|scien|biolog/i],
  ['amber', /اجتماع|تاريخ|جغراف|social|histor|geograph/i],
  ['plum', /إنجليز|انجليز|english/i],
  ['azure', /فيزياء|كيمياء|حاسب|تكنولوج|physic|chemi|comput|technolog/i],
  ['rose', /فن|رسم|موسيق|art|music|draw/i],
  ['brick', /دين|إسلام|مسيح|فرنس|ألمان|relig|islam|christian|french|german/i],
]

/** The tone of a course or a grade: the same wherever its name stands. */
export const toneOf = (name: string): Tone =>
  usual.find(([, words]) => words.test(name))?.[0] ?? tones[sumOf(name) % tones.length]!

const sumOf = (name: string) => [...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 9973, 7)

/** Classes of Tailwind by tone, written out so that it finds them. */
export const toneText: Record<Tone, string> = {
  teal: 'bg-tone-teal-soft text-tone-teal',
  amber: 'bg-tone-amber-soft text-tone-amber',
  plum: 'bg-tone-plum-soft text-tone-plum',
  indigo: 'bg-tone-indigo-soft text-tone-indigo',
  olive: 'bg-tone-olive-soft text-tone-olive',
  brick: 'bg-tone-brick-soft text-tone-brick',
  azure: 'bg-tone-azure-soft text-tone-azure',
  rose: 'bg-tone-rose-soft text-tone-rose',
}

export const toneFill: Record<Tone, string> = {
  teal: 'fill-tone-teal',
  amber: 'fill-tone-amber',
  plum: 'fill-tone-plum',
  indigo: 'fill-tone-indigo',
  olive: 'fill-tone-olive',
  brick: 'fill-tone-brick',
  azure: 'fill-tone-azure',
  rose: 'fill-tone-rose',
}
