// The texts that bills and notices are made of, once in each script.

export const LATIN = {
  script: "Latin",
  invoice: "INV",
  customer: "CUS",
  items: [
    "Jasmine rice, 50 kg",
    "Drinking water, 20 l",
    "Electricity",
    "School fees",
    "House rent",
    "Palm sugar",
  ],
  remarks: [
    "delivered to the shop",
    "second floor",
    "with discount",
    "paid in full",
    "for the month of March",
  ],
  descriptions: ["Supplies for the week before the new year", "Monthly services", "Ordered by telephone"],
  taxes: ["VAT", "Special tax"],
  banks: ["Mekong Bank", "Angkor Savings Bank", "First Bank of Kampot"],
  branches: ["Phnom Penh, Riverside", "Siem Reap, Old Market", "Battambang"],
  names: ["Sok Dara", "Chan Sophea", "Keo Bopha", "Meas Sovann", "Ly Pisey"],
};

export const KHMER = {
  script: "Khmer",
  invoice: "វិក្កយបត្រ",
  customer: "អតិថិជន",
  items: ["អង្ករ ៥០ គីឡូក្រាម", "ទឹកបរិសុទ្ធ ២០ លីត្រ", "ថ្លៃអគ្គិសនី", "ថ្លៃសិក្សា", "ថ្លៃជួលផ្ទះ", "ស្ករត្នោត"],
  remarks: ["ដឹកជញ្ជូនដល់ហាង", "ជាន់ទីពីរ", "មានបញ្ចុះតម្លៃ", "បង់ប្រាក់គ្រប់ចំនួន", "សម្រាប់ខែមីនា"],
  descriptions: ["ទំនិញសម្រាប់សប្ដាហ៍មុនបុណ្យចូលឆ្នាំថ្មី", "សេវាកម្មប្រចាំខែ", "បញ្ជាទិញតាមទូរស័ព្ទ"],
  taxes: ["អាករលើតម្លៃបន្ថែម", "អាករពិសេស"],
  banks: ["ធនាគារមេគង្គ", "ធនាគារសន្សំអង្គរ", "ធនាគារទីមួយកំពត"],
  branches: ["ភ្នំពេញ មាត់ទន្លេ", "សៀមរាប ផ្សារចាស់", "បាត់ដំបង"],
  names: ["សុខ ដារ៉ា", "ចាន់ សុភា", "កែវ បុប្ផា", "មាស សុវណ្ណ", "លី ពិសី"],
};
