"""The names of units in three characters, for a small map: those of the Allies in capitals."""

from tarawa_cli.kernel.standard import cache

_TAGS = """
    2rif=2RI/2R 8m=8M/8M 1komr=1KO/1K 2rwk=2RW/2W 11lf=11L/1L 10komr=10K/0K 1h=1H/1H 1d=1D/1D 2d=2D/2D 3komr=3KO/3K
    4b=4B/4B 1dli=1DL/DL 2komr=2KO/2K 8ko=8KO/8K 1ches=1CH/1C mt-mat=MAT mt-cru=CRU mt-lt=LT re-24=R24 re-173=R17
    re-malta=RMA 12f-1=F1 12f-2=F2 12f-3=F3 26d-18n=D18 26d-18s=D1S 26d-37=D37 26d-6=D6 haa-4=H4 haa-7=H7 haa-10=H10
    haa-2m=H2M haa-11m=H11 laa-32=L32 laa-65=L65 laa-74=L74 laa-3m=L3M cg-madliena=GMA cg-bingemma=GBI
    cg-leonardo=GLE cg-benghisa=GBE cg-ben6=GBN cg-campbell=GCA cg-rocco=GRO cg-delimara=GDE cg-dummy=GDU
    hq-malta=HQM hq-north=HQN hq-central=HQC hq-south=HQS hq-west=HQW gort=GOR beak=BEA oxley=OXL delabere=DEL
    smith=SMI brittorous=BRI rn-1=RN1 rn-2=RN2 raf-1=RA1 raf-2=RA2 raf-3=RA3 raf-4=RA4 i-33=33a/3a ii-33=33b/3b
    iii-33=33c/3c i-34=34a/4a ii-34=34b/4b iii-34=34c/4c i-87=87a/8a ii-87=87b/8b iii-87=87c/8c i-88=88a/8d
    ii-88=88b/8e iii-88=88c/8f i-28=28a ii-28=28b iii-28=28c i-35=35a ii-35=35b iii-35=35c liv-mort=lmo fri-mort=fmo
    liv-cc=lcc fri-cc=fcc liv-gen=lge fri-gen=fge gua-30=g30 hq-liv=hql hq-fri=hqf hq-xxx=hqx chirieleison=chi
    carboni=car sogno=sog 42cn=42c/2c 43cn=43c/4d 60cn=60c/6c 88cn=88n/8n 96cn=96c/9c bafile=baf/ba grado=gra/gr
    assalto=ass/as loreto=lor/lo adra=adr/ad nuot=nuo l3-1=l31 l3-2=l32 s47=s47 s75=s75 moto-1=mo1 moto-2=mo2
    fj-kroh=kro/kr fj-heydte=hey/he fj-huebner=hue/hu fj-burkhardt=bur/bu fj-art=art fj-pio=pio fj-pak=pak
    hq-ramcke=hqr ramcke=ram student=stu ii-folgore=2fo/2f iii-folgore=3fo/3f iv-folgore=4fo/4f v-folgore=5fo/5f
    vi-folgore=6fo/6f vii-folgore=7fo/7f ix-folgore=9fo/9f x-folgore=10f/1f xi-folgore=11f/1a folg-a1=fa1
    folg-gua=fgu hq-folg=hqo frattini=fra lspz-1=z1/z1 lspz-2=z2/z2 lspz-3=z3/z3 39b=39b/9b lspz-art=zar lspz-cc=zcc
    lspz-gen=zge hq-lspz=hqs pizzolato=piz gorizia=gor garibaldi=gar aosta=aos eugenio=eug montecuccoli=mon
    oriani=ori ascari=asc
"""
"""The tag of each unit; of a battalion also how the tags of its companies begin."""
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def tag(id: str, at: str) -> str:
    """The short name of a unit; of a gun that is face down one for its hex."""
    if found := _tags().get(id):
        return found.partition("/")[0]
    battalion, _, company = id.rpartition("-")
    if found := _tags().get(battalion):
        return f"{found.partition('/')[2]}{company}"
    return f"G{_LETTERS[int(at[:2]) - 1]}{_LETTERS[int(at[2:]) - 1]}" if at.isdigit() else "G??"


@cache
def _tags() -> dict[str, str]:
    entries = (entry.partition("=") for entry in _TAGS.split())
    return {id: found for id, _, found in entries}
