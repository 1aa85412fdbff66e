import type { paletteEn } from './palette.en.ts'

export const paletteRu = {
  open: 'Поиск и команды',
  placeholder: 'Название, номер или команда',
  close: 'Закрыть поиск',
  results: 'Что нашлось',
  recent: 'Недавние места',
  kind_task: 'Задачи',
  kind_product: 'Наборы',
  kind_supply: 'Поставки',
  kind_instruction: 'Инструкции',
  kind_shop_item: 'Магазин',
  kind_order: 'Заказы',
  kind_user: 'Люди',
  kind_legal_entity: 'Юрлица',
  kind_warehouse: 'Склады',
  commands: 'Команды',
  number: '№ {id}',
  goTo: 'Перейти: {page}',
  theme: 'Тема: {name}',
  language: 'Язык: {name}',
  found:
    '{count, plural, =0 {Ничего не нашлось} one {Нашлось: #} few {Нашлось: #} many {Нашлось: #} other {Нашлось: #}}',
  nothing: 'По запросу «{query}» ничего нет',
  nothingHint: 'Попробуйте часть названия или номер задачи',
  failed: 'Поиск не ответил. Команды работают',
} satisfies Record<keyof typeof paletteEn, string>
