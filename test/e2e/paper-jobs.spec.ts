import type { PrintedPaper } from '#contract/results/papers/papers.ts'
import { classes } from '#test/world/classes.ts'
import { people } from '#test/world/people.ts'
import { wrongBoxes } from './boxes.ts'
import { otherOnPage } from './card-text.ts'
import { choose } from './choose.ts'
import { fillClass, setLook } from './full-class.ts'
import { expect, test, textsOf } from './house.ts'
import { issueWith, paperOf, press } from './paper.ts'
import { drawn as drawnText, textOfPdf } from './pdf-text.ts'

const isProof = process.env.PROOF === 'on'
const pupils = isProof ? 300 : 24
const all = ['ar', 'en', 'both'] as const
// An ordinary run checks each language alone, and both together on the narrower page, where they are longest.
const languagesOn = { A4: isProof ? all : (['ar', 'en'] as const), A5: isProof ? all : (['both'] as const) }

test('report cards of a whole class come out in one job, each whole on its page, with what the server answered @once', async ({
  page,
  t,
  house,
  comeAs,
}, info) => {
  test.setTimeout(1_200_000)
  await fillClass(house.connection, pupils)
  await setLook(house.connection, 'A4')
  await comeAs(people.manager.phone)
  for (const size of ['A4', 'A5'] as const) {
    await setLook(house.connection, size)
    await page.goto('/papers')
    const paper = await paperOf(page)
    await choose(page, page.locator('main'), t('papers.which'), t('papers.kind.termCard'))
    await choose(page, page.locator('main'), t('papers.class'), classes.class4a.name)
    await expect(page.getByRole('checkbox')).toHaveCount(pupils + 1)
    for (const language of languagesOn[size]) {
      await page.getByText(t(`papers.languages.${language}`), { exact: true }).click()
      const began = performance.now()
      const answered = page.waitForResponse(/\/Paper\/Print$/)
      const isFirst = size === 'A4' && language === languagesOn.A4[0]
      await (isFirst ? issueWith : press)(page, new RegExp(String(pupils)))
      const papers = (await (await answered).json()) as PrintedPaper[]
      const sheets = paper.sheet.locator('article').filter({ visible: true })
      const cards = sheets.and(page.locator(':not(.paper-apart)'))
      await expect(cards).toHaveCount(pupils)
      const drawn = performance.now()
      expect(await wrongBoxes(sheets), `${size}, ${language}`).toEqual([])
      const pdf = await page.pdf({ format: size, preferCSSPageSize: false, tagged: true })
      const took = { drawn: Math.round(drawn - began), pdf: Math.round(performance.now() - drawn), bytes: pdf.length }
      info.annotations.push({ type: `${pupils} cards, ${size}, ${language}`, description: JSON.stringify(took) })
      const pages = await textOfPdf(pdf)
      const isApart = await sheets.evaluateAll((all) => all.map((one) => one.classList.contains('paper-apart')))
      expect(pages).toHaveLength(isApart.length)
      const onlyCards = pages.filter((_, nth) => !isApart[nth])
      const others = onlyCards.flatMap((one, nth) =>
        otherOnPage(one, papers[nth]!, language).map((is) => `${nth}: ${is}`),
      )
      const texts = pages.map((one) => one.texts.map(drawnText).join(''))
      const remarks = papers.flatMap(({ content }) => content.result!.remarks ?? [])
      const printed = remarks.filter((one) => language === 'both' || language === one.language)
      const headed = ({ course, language: own, body }: (typeof printed)[number]) =>
        drawnText(course ?? textsOf(own)('paper.remarks')) + drawnText(body)
      const lost = printed.filter((one) => !texts.some((text) => text.includes(headed(one))))
      expect(lost, `${size}, ${language}`).toEqual([])
      expect(others, `${size}, ${language}`).toEqual([])
      await paper.clear()
      await page.emulateMedia({ media: 'print' })
    }
  }
})
