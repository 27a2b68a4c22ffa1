import { classes } from '#test/world/classes.ts'
import { people } from '#test/world/people.ts'
import { wrongBoxes } from './boxes.ts'
import { choose } from './choose.ts'
import { fillClass, setLook } from './full-class.ts'
import { expect, test } from './house.ts'
import { paperOf } from './paper.ts'

const isProof = process.env.PROOF === 'on'
const pupils = isProof ? 300 : 24
const languages = isProof ? (['ar', 'en', 'both'] as const) : (['both'] as const)

test('report cards of a whole class come out in one job, each whole on its page, in each language and size @once', async ({
  page,
  t,
  house,
  signIn,
}, info) => {
  test.setTimeout(isProof ? 1_200_000 : 120_000)
  await fillClass(house.connection, pupils)
  await setLook(house.connection, 'A4')
  await signIn(people.manager.phone)
  for (const size of ['A4', 'A5'] as const) {
    await setLook(house.connection, size)
    await page.goto('/papers')
    const paper = await paperOf(page)
    await choose(page, page.locator('main'), t('papers.which'), t('papers.kind.termCard'))
    await choose(page, page.locator('main'), t('papers.class'), classes.class4a.name)
    await expect(page.getByRole('checkbox')).toHaveCount(pupils + 1)
    for (const language of languages) {
      await page.getByText(t(`papers.languages.${language}`), { exact: true }).click()
      const began = performance.now()
      await page.getByRole('button', { name: new RegExp(String(pupils)) }).click()
      const sheets = paper.sheet.locator('article')
      await expect(sheets).toHaveCount(pupils, { timeout: 120_000 })
      const drawn = performance.now()
      expect(await wrongBoxes(sheets), `${size}, ${language}`).toEqual([])
      const pdf = await page.pdf({ format: size, preferCSSPageSize: false, tagged: true })
      const took = { drawn: Math.round(drawn - began), pdf: Math.round(performance.now() - drawn), bytes: pdf.length }
      info.annotations.push({ type: `${pupils} cards, ${size}, ${language}`, description: JSON.stringify(took) })
      expect(pagesIn(pdf)).toBe(pupils)
      await paper.clear()
      await page.emulateMedia({ media: 'print' })
    }
  }
})

/** The pages that the catalogue of a PDF counts. */
const pagesIn = (pdf: Buffer) =>
  Math.max(...[...pdf.toString('latin1').matchAll(/\/Count (\d+)/g)].map(([, n]) => Number(n)))
