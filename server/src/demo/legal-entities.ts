import {
  accountAt,
  corrAccountAt,
  innDigit,
  ogrnDigit,
} from '@artel/contract/legal-entities/legal-entities.rules'
import type { Db, Draft } from '../database/db.ts'

type DemoLegalEntity = Omit<Draft<'legal_entities'>, 'created_at' | 'updated_at'>

// None of these numbers belongs to a real firm: region 00 has no tax office, and only the check digits are
// valid.
const withInnDigit = (start: string) => start + innDigit(start)
const withOgrnDigit = (start: string) => start + ogrnDigit(start)

const bik = '040000940'
const bank = {
  bank_name: 'Банк «Северный причал»',
  bik,
  corr_account: corrAccountAt(bik, '30101810000000000940'),
}

const demoLegalEntities: DemoLegalEntity[] = [
  {
    ...bank,
    name: 'ООО «Северный дом»',
    full_name: 'Общество с ограниченной ответственностью «Северный дом»',
    type: 'company',
    inn: withInnDigit('000412760'),
    kpp: '000401001',
    ogrn: withOgrnDigit('119000041276'),
    legal_address: '142100, Московская область, Подольск, Домодедовское шоссе, 7, офис 12',
    address: 'Подольск, Домодедовское шоссе, 7',
    phone: '+7 495 204-18-33',
    email: 'office@artel.demo',
    director: 'Северова Анна Игоревна',
    account: accountAt(bik, '40702810000000004127'),
    is_default: true,
  },
  {
    ...bank,
    name: 'ИП Северова А. И.',
    full_name: 'Индивидуальный предприниматель Северова Анна Игоревна',
    type: 'entrepreneur',
    inn: withInnDigit(withInnDigit('0005183042')),
    ogrn: withOgrnDigit('32000000518304'),
    legal_address: '142100, Московская область, Подольск',
    phone: '+7 495 204-18-34',
    email: 'ip@artel.demo',
    account: accountAt(bik, '40802810000000005183'),
  },
  {
    name: 'Белова Тамара Олеговна',
    type: 'self_employed',
    inn: withInnDigit(withInnDigit('0006290715')),
    phone: '+7 916 555-07-15',
  },
]

export async function insertLegalEntities(db: Db, at: Date): Promise<void> {
  const stamps = { created_at: at.toISOString(), updated_at: at.toISOString() }
  for (const entity of demoLegalEntities)
    await db.insert('legal_entities', { ...entity, ...stamps }).execute()
}
